/** The search of the guide's pages, which are complete without it. The build makes one file of it (scripts/guide.ts). */
import { find, type Section } from './find';

function enhance(form: HTMLFormElement): void {
  const input = form.querySelector('input');
  const found = form.querySelector<HTMLElement>('.found');
  const list = form.querySelector('ul');
  const status = form.querySelector('p');
  const { index = '', none = '', failed = '' } = form.dataset;
  if (!input || !found || !list || !status) return;

  let loading: Promise<Section[]> | undefined;
  const load = () => {
    loading ??= fetch(index).then(async (answer) => {
      if (!answer.ok) throw new Error(String(answer.status));
      return (await answer.json()) as Section[];
    });
    // The next letter tries again.
    loading.catch(() => (loading = undefined));
    return loading;
  };
  const show = async () => {
    const question = input.value;
    try {
      const sections = find(await load(), question);
      if (question !== input.value) return;
      list.replaceChildren(...sections.map(resultOf));
      status.textContent = question.trim() !== '' && sections.length === 0 ? none : '';
    } catch {
      list.replaceChildren();
      status.textContent = failed;
    }
    found.hidden = question.trim() === '';
  };

  form.hidden = false;
  form.addEventListener('submit', (event) => event.preventDefault());
  input.addEventListener('focus', () => void load().catch(() => undefined), { once: true });
  input.addEventListener('input', () => void show());
  form.addEventListener('keydown', ({ key }) => {
    if (key !== 'Escape') return;
    input.value = '';
    found.hidden = true;
    input.focus();
  });
  // A result may be a place in this page.
  list.addEventListener('click', () => (found.hidden = true));
}

function resultOf([address, page, heading]: Section): HTMLElement {
  const link = document.createElement('a');
  link.href = address;
  link.textContent = heading;
  const item = document.createElement('li');
  item.append(link);
  if (page !== heading) item.append(Object.assign(document.createElement('span'), { textContent: page }));
  return item;
}

const form = document.querySelector<HTMLFormElement>('form[data-index]');
if (form) enhance(form);
