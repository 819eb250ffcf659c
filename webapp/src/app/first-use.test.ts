import { holdPresses, keepUse, noPress } from './first-use';

const PAGE = `<div><header><button id="theme">Dark</button></header>
  <main id="main"><form><input name="search" /><button id="send">Send</button></form><a href="#there">There</a></main></div>`;

const element = (selector: string): HTMLElement => {
  const found = document.querySelector<HTMLElement>(selector);
  if (!found) throw new Error(`no ${selector}`);
  return found;
};

beforeEach(() => {
  document.body.innerHTML = `<div id="root">${PAGE}</div>`;
  holdPresses();
});

/** The app's page in place of the server's. */
const replace = () => element('#root').replaceChildren(document.createRange().createContextualFragment(PAGE));

test('what was pressed before the app came is pressed on its own page, in order', () => {
  element('#theme').click();
  element('#send').click();
  const giveBack = keepUse();
  replace();
  const seen: string[] = [];
  for (const id of ['theme', 'send']) element(`#${id}`).addEventListener('click', () => seen.push(id));
  giveBack();
  expect(seen).toEqual(['theme', 'send']);
});

test('a press is repeated where only the server’s page has something that holds room before it', () => {
  element('#send').before(document.createElement('div'));
  element('#send').click();
  const giveBack = keepUse();
  replace();
  const seen = vi.fn((event: Event) => event.preventDefault());
  element('form').addEventListener('submit', seen);
  giveBack();
  expect(seen).toHaveBeenCalledTimes(1);
});

test('a press does nothing by itself before that, and everything afterwards', () => {
  const submitted = vi.fn((event: Event) => event.preventDefault());
  element('form').addEventListener('submit', submitted);
  element('#send').click();
  expect(submitted).not.toHaveBeenCalled();
  keepUse()();
  expect(submitted).toHaveBeenCalledTimes(1);
  element('#send').click();
  expect(submitted).toHaveBeenCalledTimes(2);
});

test('links lead where they lead', () => {
  const followed = vi.fn();
  element('a').addEventListener('click', followed);
  element('a').click();
  expect(followed).toHaveBeenCalledTimes(1);
  keepUse()();
});

test('what was typed, and the focus, stay', () => {
  const field = element('input') as HTMLInputElement;
  field.focus();
  field.value = 'light';
  const giveBack = keepUse();
  replace();
  const heard = vi.fn();
  element('input').addEventListener('input', heard);
  giveBack();
  expect(element('input')).toHaveValue('light');
  expect(element('input')).toHaveFocus();
  expect(heard).toHaveBeenCalledTimes(1);
});

test('an element does not go while a pointer is down on it', async () => {
  element('#theme').dispatchEvent(new Event('pointerdown', { bubbles: true }));
  const free = vi.fn();
  const waiting = noPress().then(free);
  await Promise.resolve();
  expect(free).not.toHaveBeenCalled();
  element('#theme').dispatchEvent(new Event('pointerup', { bubbles: true }));
  await waiting;
  expect(free).toHaveBeenCalled();
});
