// Who deals first is chosen by name, as the names are typed. The house rules show the values of the rule set that is
// chosen above them; what was typed there stays as it is.

const form = document.getElementById("new");
const panel = document.getElementById("house-rules");
panel.querySelector("[value=preset]").parentElement.hidden = true; // the button for those without scripts
const names = [...document.querySelectorAll("#players input")];
const dealers = [...document.querySelectorAll("#first_dealer span")];
let asked = 0;

names.forEach((name, row) => name.addEventListener("input", () => {
  dealers[row].textContent = name.value.trim() || name.placeholder;
}));

form.addEventListener("change", async (event) => {
  if (event.target.name !== "preset") return;
  const mine = ++asked;
  const page = await fetch(`${location.pathname}?preset=${event.target.value}`).then((response) => response.text(), () => null);
  if (page && mine === asked) follow(new DOMParser().parseFromString(page, "text/html"));
});

function follow(page) {
  for (const field of panel.querySelectorAll("input, select")) {
    const fresh = page.getElementById(field.id);
    if (field.options) field.options[0].text = fresh.options[0].text;
    else field.placeholder = fresh.placeholder;
  }
}
