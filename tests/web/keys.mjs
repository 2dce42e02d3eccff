// Keys only: what can be reached by Tab, and whether one sees where one is.

// Everything that somebody without a mouse must come to: walks through the
// screen by Tab, from its first thing to the last and back, and says what was
// not reached, what shows no focus, and where the way ends too early.
export async function walk(page) {
  await page.evaluate(begin);
  const count = await page.evaluate(() => globalThis.walk.count);
  const found = [];
  for (const [key, first, last] of [["Tab", 0, -1], ["Shift+Tab", -1, 0]]) {
    await page.evaluate((i) => globalThis.walk.from(i), first);
    for (let i = 1; i < count; i++) await page.keyboard.press(key);
    for (let i = 0; i < count && !(await page.evaluate((end) => globalThis.walk.at(end), last)); i++) await page.keyboard.press(key);
    found.push(...(await page.evaluate((way) => globalThis.walk.end(way), key)));
  }
  return [...new Set(found)];
}

// Runs in the page.
function begin() {
  const CAN = 'a[href], button, input, select, textarea, summary, [tabindex="0"]';
  document.activeElement?.blur();
  const can = (one) => !one.matches('[role="tab"][tabindex="-1"]') && !one.disabled && one.checkVisibility({ visibilityProperty: true });
  const all = [...document.querySelectorAll(CAN)].filter(can);
  // How something looks, with the label around it and what is in it.
  const look = (one) =>
    [one, one.closest("label"), ...one.querySelectorAll("*")].slice(0, 6).map((part) => {
      if (!part) return "";
      const { outline, boxShadow, borderColor, backgroundColor, stroke, top } = getComputedStyle(part);
      return [outline, boxShadow, borderColor, backgroundColor, stroke, part.matches(".skip") ? top : ""].join();
    }).join("|");
  const plain = new Map();
  let seen = new Map();
  const name = (one) => one.outerHTML.replace(/\s+/g, " ").slice(0, 110);
  for (const one of all) plain.set(one, look(one));
  document.addEventListener("focusin", ({ target }) => seen.set(target, { shows: look(target) !== plain.get(target), box: target.getBoundingClientRect() }));
  globalThis.walk = {
    count: all.length,
    from(i) {
      document.activeElement?.blur();
      seen = new Map();
      all.at(i).focus({ focusVisible: true });
    },
    at: (i) => document.activeElement === all.at(i),
    end(way) {
      const found = [];
      for (const one of all) if (can(one) && !seen.has(one)) found.push(`${way} never comes to ${name(one)}`);
      for (const [one, { shows, box }] of seen) {
        if (plain.has(one) && !shows) found.push(`no focus to be seen at ${name(one)}`);
        if (box.right <= 0 || box.bottom <= 0 || box.left >= innerWidth || box.top >= innerHeight) found.push(`focus out of sight: ${name(one)}`);
      }
      return found;
    },
  };
}

// Tabs on until a thing that matches has the focus, and presses the key there.
export async function press(page, selector, key = "Enter", most = 80) {
  await comeTo(page, selector, most);
  await page.keyboard.press(key);
}

export async function comeTo(page, selector, most = 80) {
  const there = () => page.evaluate((wanted) => document.activeElement?.matches(wanted), selector);
  for (let i = 0; i < most && !(await there()); i++) await page.keyboard.press("Tab");
  if (!(await there())) throw new Error(`no key leads to ${selector}`);
}
