// Another language loads the page anew: what was typed on it is put back.

const name = `typed:${location.pathname}`;
const fields = [...document.querySelectorAll("main :is(input:not([type=hidden], [type=file]), select, textarea)")];
const kept = JSON.parse(sessionStorage.getItem(name) || "[]");
sessionStorage.removeItem(name);

if (kept.length === fields.length) fields.forEach((field, i) => {
  const { value, checked } = kept[i];
  if (field.value === value && field.checked === checked) return;
  Object.assign(field, { value, checked });
  field.closest("details")?.setAttribute("open", "");
});

document.getElementById("language").addEventListener("submit", () => {
  sessionStorage.setItem(name, JSON.stringify(fields.map(({ value, checked }) => ({ value, checked }))));
});
