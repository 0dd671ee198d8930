/**
 * In the page: chooses one of what can be pressed, or finds the one of a name, brings it into sight and
 * says where it is. Kinds of buttons are chosen alike, however many there are of each.
 */
function find({ chosen, name, nth }) {
  const wanted =
    'button, a[href], input, select, textarea, summary, canvas, [tabindex], [role=slider], [role=gridcell]';
  const all = [];
  const collect = (root) => {
    for (const element of root.querySelectorAll('*')) {
      if (element.matches(wanted)) all.push(element);
      if (element.shadowRoot) collect(element.shadowRoot);
    }
  };
  collect(document);
  const staysHere = (element) =>
    !(element instanceof HTMLAnchorElement) || element.getAttribute('href').startsWith('#');
  const isThere = (element) =>
    element.checkVisibility() &&
    !element.disabled &&
    !element.closest('[inert]') &&
    staysHere(element);
  const nameOf = (element) => {
    const label = element.getAttribute('aria-label') || element.title || element.textContent.trim();
    return `${element.localName} “${label.replace(/\s+/g, ' ').slice(0, 60)}”`;
  };
  const kindOf = (element) =>
    `${element.localName}.${element.className}.${element.getAttribute('role')}`;
  const open = document.querySelector('fovea-explorer')?.shadowRoot?.querySelector('dialog:modal');
  const there = all.filter((element) => isThere(element) && (!open || open.contains(element)));
  let element;
  if (chosen) {
    const kinds = [...new Set(there.map(kindOf))];
    const kind = kinds[Math.floor(chosen[0] * kinds.length)];
    const alike = there.filter((each) => kindOf(each) === kind);
    element = alike[Math.floor(chosen[1] * alike.length)];
  } else element = there.filter((each) => nameOf(each) === name)[nth];
  if (!element) return null;
  element.scrollIntoView({ block: 'nearest', inline: 'nearest', behavior: 'instant' });
  const { x, y, width, height } = element.getBoundingClientRect();
  return {
    name: nameOf(element),
    nth: there.filter((each) => nameOf(each) === nameOf(element)).indexOf(element),
    x: x + width / 2,
    y: y + height / 2,
    options: element instanceof HTMLSelectElement ? element.options.length : 0,
  };
}

/** In the page: takes one of a menu's options, as the menu of the system does. */
function take({ x, y, value }) {
  let element = document.elementFromPoint(x, y);
  while (element?.shadowRoot) {
    const inner = element.shadowRoot.elementFromPoint(x, y);
    if (!inner || inner === element) break;
    element = inner;
  }
  if (!(element instanceof HTMLSelectElement)) return;
  element.selectedIndex = Math.floor(value * element.options.length);
  element.dispatchEvent(new Event('input', { bubbles: true, composed: true }));
  element.dispatchEvent(new Event('change', { bubbles: true, composed: true }));
}

/** Presses what is chosen or named; returns its name, or nothing where it is not there. */
export async function press(page, { chosen, name, nth, value }) {
  const target = await page.evaluate(find, { chosen, name, nth });
  if (!target) return undefined;
  const { x, y } = target;
  if (target.options > 0) await page.evaluate(take, { x, y, value });
  else await page.mouse.click(x, y);
  return { name: target.name, nth: target.nth, value };
}
