"""The share page: links to scan and to copy, who holds them, renewing, handing over, forgetting."""

import re

from scorekeeper import service


def scorer(browser, table):
    """The browser on the share page, with the score link."""
    browser.get(table.path("score", "share"))
    assert browser.status == 200
    return browser


def code_of(browser) -> str:
    """The short code on the page."""
    found = re.search(r"<strong>([A-Z2-9]{3}) ([A-Z2-9]{3})</strong>", browser.page.text)
    assert found, browser.text
    return found[1] + found[2]


def test_a_scorer_sees_both_links(browser, table):
    """Each as a drawing, as text, and with buttons that a script brings to life."""
    page = scorer(browser, table).page.text
    for role in ("view", "score"):
        address = f"http://localhost{table.path(role)}"
        assert f'tabindex="0">{address}</code>' in page
        assert f'data-share="{address}"' in page
    assert page.count('class="qr"') == 2
    assert len(re.findall(r"<button[^>]*data-do=[^>]*hidden>", page)) == 4


def test_a_viewer_sees_the_view_link_only(browser, table):
    """Not a letter of the other one, and no form but that of the language."""
    browser.get(table.path("view", "share"))
    page = browser.page.text
    assert table.path("view") in page
    assert table.token("score") not in page
    assert page.count('class="qr"') == 1
    assert re.findall(r'<form [^>]*action="([^"]*)"', page) == ["/language"]


def test_the_drawing_is_dark_on_light_in_every_theme(browser, table):
    """A camera finds it in dark mode and on paper: its colours are its own, with a quiet zone of four modules."""
    drawing = re.search(r"<svg.*?</svg>", scorer(browser, table).page.text.partition('class="scan"')[2])[0]
    assert 'fill="#fff"' in drawing and 'stroke="#000"' in drawing
    assert "style=" not in drawing
    assert re.search(r"M4 4\.5h7", drawing)


def test_who_holds_what_is_said(browser, phones, table):
    """One, or several."""
    assert "One scoring phone, 0 viewers" in scorer(browser, table).text
    second = scorer(phones(), table)
    for _ in range(3):
        phones().get(table.path("view"))
    second.get(table.path("score", "share"))
    assert "2 scoring phones, 3 viewers" in second.text


def renew(browser, role: str, ending: str = "/share/renew", **typed: str):
    """Send the form of this link."""
    return browser.send(browser.form(ending, role=role), **typed)


def test_renewing_the_view_link_shuts_viewers_out(browser, phones, table):
    """At once, also where the page is open; the scorer stays."""
    viewer = phones()
    viewer.get(table.path("view"))
    old = table.path("view")
    renew(scorer(browser, table), "view")
    assert browser.status == 200 and "There is a new link" in browser.text
    assert viewer.get(old).status_code == 404
    viewer.get("/")
    assert "Ana" not in viewer.text
    assert viewer.get(table.path("view")).status_code == 200


def test_renewing_the_score_link_keeps_this_phone_scoring(browser, phones, table):
    """Everybody else's open form books nothing any more."""
    other = phones()
    other.get(table.path("score", "table"))
    form = other.form("/adjust")
    renew(scorer(browser, table), "score")
    assert browser.page.request.path == table.path("score", "share")
    assert "One scoring phone" in browser.text
    assert other.client.post(form["action"], data=form["fields"]).status_code == 404
    assert browser.get("/").status_code == 200
    assert table.path("score") in browser.page.text


def test_a_second_tap_renews_nothing_more(browser, table):
    """The same form twice gives one new link."""
    scorer(browser, table)
    form = browser.form("/share/renew", role="view")
    browser.send(form)
    renewed = table.token("view")
    browser.send(form)
    assert "changed already" in browser.text
    assert table.token("view") == renewed


def test_a_closed_view_link_can_be_made_anew(browser, phones, table):
    """Until then there is nothing to look on with."""
    old = table.path("view")
    renew(scorer(browser, table), "view", "/share/revoke")
    assert "This link is closed" in browser.text
    assert phones().get(old).status_code == 404
    renew(browser, "view")
    assert phones().get(table.path("view")).status_code == 200
    assert phones().get(old).status_code == 404


def test_closing_the_score_link_must_be_meant(browser, table):
    """Without the tick nothing happens; with it this phone looks on."""
    renew(scorer(browser, table), "score", "/share/revoke")
    assert browser.status == 422 and "Tick the box first" in browser.text
    old = table.path("score")
    renew(browser, "score", "/share/revoke", sure="y")
    assert browser.page.request.path == table.path("view")
    assert browser.get(old).status_code == 404


def test_closing_both_links_ends_at_home(browser, table):
    """There is no page of the game left to go to."""
    renew(scorer(browser, table), "view", "/share/revoke")
    renew(browser, "score", "/share/revoke", sure="y")
    assert browser.page.request.path == "/"


def test_there_is_no_third_link(browser, table):
    """A made-up role changes nothing."""
    for ending in ("/share/renew", "/share/code"):
        form = scorer(browser, table).form(ending, role="view")
        browser.send(form | {"fields": form["fields"] | {"role": "admin"}})
        assert browser.status == 200
    form = scorer(browser, table).form("/share/revoke", role="view")
    browser.send(form | {"fields": form["fields"] | {"role": "admin"}})
    assert browser.status == 422
    assert service.Link(table.id, table.game.public_id, "view", 1) == table.keyring.open(table.token("view"))


def test_handing_over_takes_two_taps(browser, phones, table):
    """Share, hand over: this phone looks on and shows the new link; the other one opens it and scores."""
    ana, luis = scorer(browser, table), phones()
    old = table.path("score")
    ana.submit("/handover")
    assert ana.page.request.path == table.path("view", "handover")
    address = f"http://localhost{table.path('score')}"
    assert address in ana.page.text and 'class="qr"' in ana.page.text
    assert ana.get(old).status_code == 404
    ana.get(table.path("view"))
    assert "Nobody keeps the score now" in ana.text
    ana.get(table.path("view", "handover"))
    luis.get(address)
    assert luis.status == 200 and "/round" in luis.page.text
    ana.get(table.path("view", "handover"))
    assert ana.page.request.path == table.path("view")
    assert table.token("score") not in ana.page.text
    assert "Nobody keeps the score now" not in ana.text


def test_handing_over_by_code(browser, phones, table):
    """The other phone has no camera: it types what this one shows."""
    ana, luis = scorer(browser, table), phones()
    ana.submit("/handover")
    code = code_of(ana)
    luis.get("/join")
    luis.submit("/join", code=code)
    assert luis.page.request.path == table.path("score")
    luis.get("/join")
    luis.submit("/join", code=code)
    assert luis.status == 422


def test_other_viewers_do_not_see_what_was_handed_over(browser, phones, table):
    """Only the browser that handed over is shown the new score link."""
    viewer = phones()
    viewer.get(table.path("view"))
    scorer(browser, table).submit("/handover")
    viewer.get(table.path("view", "handover"))
    assert viewer.page.request.path == table.path("view")
    assert table.token("score") not in viewer.page.text


def test_handing_over_needs_a_view_link(browser, table):
    """Else this phone would be shut out: it is said, and nothing is done."""
    renew(scorer(browser, table), "view", "/share/revoke")
    before = table.token("score")
    browser.submit("/handover")
    assert "cannot be handed over now" in browser.text
    assert table.token("score") == before


def test_an_address_of_this_machine_alone_is_remarked(browser, table):
    """Under localhost the codes lead other phones nowhere; under a real name nothing is said."""
    assert "only this machine knows" in scorer(browser, table).text
    for name in ("127.0.0.1:8000", "[::1]:8000"):
        browser.get(table.path("score", "share"), base_url=f"http://{name}")
        assert "only this machine knows" in browser.text
    browser.get(table.path("score", "share"), base_url="http://192.168.1.20:8000")
    assert "only this machine knows" not in browser.text
    assert f"http://192.168.1.20:8000{table.path('view')}" in browser.page.text


def test_a_name_is_erased(browser, table):
    """It says Player 2 everywhere from then on, and the history is as long as before."""
    browser.get(table.path("score", "erase"))
    form = browser.form("/erase/name", person="2")
    browser.send(form)
    assert "Player 2" in browser.text
    assert table.game.names == {1: "Ana", 2: "Player 2", 3: "Eva"}
    assert table.game.version == 1
    browser.send(form, person="99")
    assert browser.status == 200


def test_a_game_is_deleted_with_a_word(browser, phones, table):
    """Another word deletes nothing; afterwards both links are dead and the list is empty."""
    paths = table.path("score"), table.path("view")
    browser.get(paths[0])
    browser.get(table.path("score", "erase"))
    browser.submit("/erase/game", word="no")
    assert browser.status == 422 and "Type “delete”" in browser.text
    assert browser.get(paths[0]).status_code == 200
    browser.get(table.path("score", "erase"))
    browser.submit("/erase/game", word=" Delete ")
    assert browser.page.request.path == "/" and "The game is deleted" in browser.text
    for path in paths:
        assert browser.get(path).status_code == 404
        assert phones().get(path).status_code == 404
    browser.get("/")
    assert "Ana" not in browser.text


def test_the_way_to_these_pages_is_there(browser, table):
    """From the board to sharing, from the table to erasing, from home to the code."""
    browser.get(table.path("score"))
    assert table.path("score", "share") in browser.page.text
    browser.get(table.path("score", "table"))
    assert table.path("score", "erase") in browser.page.text
    browser.get(table.path("view", "table"))
    assert "/erase" not in browser.page.text
    browser.get("/")
    assert 'href="/join"' in browser.page.text


def test_a_game_deleted_while_a_code_is_asked_for(browser, table, monkeypatch):
    """Even between two looks of the same request: the page says that the game is gone."""
    scorer(browser, table)
    look = service.links_of

    def look_and_delete(number: int) -> dict[str, service.Link]:
        found = look(number)
        service.delete_game(number)
        return found

    monkeypatch.setattr(service, "links_of", look_and_delete)
    browser.submit("/share/code", role="score")
    assert browser.status == 404
