/** Finds what people cannot see or name: markup that only browsers read, and the hidden inputs of buttons. */
export function element<Found extends Element = HTMLElement>(selector: string, root: ParentNode = document): Found {
  const found = root.querySelector<Found>(selector);
  if (!found) throw new Error(`There is no ${selector}.`);
  return found;
}

export const elements = (selector: string, root: ParentNode = document): HTMLElement[] => [
  ...root.querySelectorAll<HTMLElement>(selector),
];

/** The hidden input of a file button; `within` selects the part of the page. */
export const fileInput = (within = ''): HTMLInputElement => element<HTMLInputElement>(`${within} input[type=file]`);

/** The nearest element around another. */
export function around(inner: Element, selector = '*'): HTMLElement {
  const found = inner.parentElement?.closest<HTMLElement>(selector);
  if (!found) throw new Error(`There is no ${selector} around it.`);
  return found;
}

/** What around an element takes its direction from its own text. */
export const isolateOf = (element: Element): Element | null => element.closest('bdi, [dir=auto]');
