// The few page elements that figures are made of.

/** An element with properties and children. */
export function element<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  properties: Partial<HTMLElementTagNameMap[Name]>,
  ...children: readonly (Node | string)[]
): HTMLElementTagNameMap[Name] {
  const made = Object.assign(document.createElement(name), properties);
  made.append(...children);
  return made;
}

/** A button. */
export function control(text: string, onclick: () => void): HTMLButtonElement {
  return element("button", { type: "button", className: "xpal-button", onclick }, text);
}

/** A slider with its value beside it. */
export function slider(
  name: string,
  [min, max]: readonly [number, number],
  value: number,
  onChange: (at: number) => void,
  show: (at: number) => string,
): HTMLLabelElement {
  const input = element("input", { type: "range", min: String(min), max: String(max), step: "any" });
  input.value = String(value);
  const shown = element("output", {}, show(value));
  input.oninput = () => {
    shown.textContent = show(Number(input.value));
  };
  input.onchange = () => onChange(Number(input.value));
  return element("label", { className: "xpal-slider" }, `${name} `, input, " ", shown);
}

/** A choice among a few, with its name before it. */
export function choice<Value extends string>(
  name: string,
  options: Readonly<Record<Value, string>>,
  value: Value,
  onChange: (value: Value) => void,
): HTMLLabelElement {
  const select = element("select", {});
  for (const [key, text] of Object.entries<string>(options)) select.append(element("option", { value: key }, text));
  select.value = value;
  select.onchange = () => onChange(select.value as Value);
  return element("label", {}, `${name} `, select);
}
