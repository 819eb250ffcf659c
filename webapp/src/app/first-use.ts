/**
 * Records what a visitor does on the server's page before the app has replaced it, and then repeats it on the app's
 * page: presses, typed text and the focus.
 */

/**
 * An element's position in the page, which the app renders with the same structure: each step leads to a child by its
 * number among those of its kind. Between them the app may lack what only holds room, like that of the bot check.
 */
type Place = { tag: string; number: number }[];

const kindOf = (parent: Element | null | undefined, tag: string): Element[] =>
  [...(parent?.children ?? [])].filter(({ localName }) => localName === tag);

const CONTROLS = 'button, [role="button"]';
const FIELDS = 'input, textarea, select';
type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

const frame = (): Element | null => document.getElementById('main')?.parentElement ?? null;

function placeOf(element: Element): Place | null {
  const top = frame();
  if (!top?.contains(element)) return null;
  const place: Place = [];
  for (let at = element; at !== top && at.parentElement; at = at.parentElement) {
    const { localName: tag } = at;
    place.unshift({ tag, number: kindOf(at.parentElement, tag).indexOf(at) });
  }
  return place;
}

function elementAt(place: Place): HTMLElement | null {
  let at: Element | null | undefined = frame();
  for (const { tag, number } of place) at = kindOf(at, tag)[number];
  return at instanceof HTMLElement ? at : null;
}

const pressed: Place[] = [];
let holding = false;
let pointerDown = false;
let stopHolding = (): void => undefined;

/** Records presses from now until the app has loaded; links work as usual. */
export function holdPresses(): void {
  const over = new AbortController();
  const options = { capture: true, signal: over.signal };
  const hold = (event: Event, control: Element | null | undefined) => {
    const place = control && placeOf(control);
    if (!place) return;
    event.preventDefault();
    event.stopPropagation();
    pressed.push(place);
  };
  document.addEventListener('click', (event) => hold(event, (event.target as Element).closest(CONTROLS)), options);
  document.addEventListener('submit', (event) => hold(event, event.submitter), options);
  document.addEventListener('pointerdown', () => (pointerDown = true), options);
  for (const end of ['pointerup', 'pointercancel']) {
    document.addEventListener(end, () => (pointerDown = false), options);
  }
  holding = true;
  stopHolding = () => {
    holding = false;
    over.abort();
  };
}

/** Resolves when no press is in progress: an element replaced between press and release would not be clicked. */
export async function noPress(): Promise<void> {
  while (pointerDown) {
    await new Promise((resolve) => {
      for (const end of ['pointerup', 'pointercancel']) document.addEventListener(end, resolve, { once: true });
    });
    // The click follows the release.
    await new Promise((resolve) => setTimeout(resolve));
  }
}

function write(field: Field, value: string): void {
  // Bypasses the property that React defines on the element.
  const own = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field) as object, 'value');
  own?.set?.call(field, value);
  field.dispatchEvent(new Event('input', { bubbles: true }));
}

/** Captures what the visitor has done so far; the returned function repeats it on the app's page. */
export function keepUse(): () => void {
  const focused = document.activeElement && placeOf(document.activeElement);
  const typed = [...(frame()?.querySelectorAll<Field>(FIELDS) ?? [])].flatMap((field) => {
    const place = 'defaultValue' in field && field.value !== field.defaultValue && placeOf(field);
    return place ? [{ place, value: field.value }] : [];
  });
  return () => {
    if (holding) stopHolding();
    for (const { place, value } of typed) {
      const field = elementAt(place);
      if (field?.matches(FIELDS)) write(field as Field, value);
    }
    if (focused) elementAt(focused)?.focus({ preventScroll: true });
    for (const place of pressed.splice(0)) elementAt(place)?.click();
  };
}
