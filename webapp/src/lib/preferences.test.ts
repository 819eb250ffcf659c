import { changeTheme, DEFAULT_THEME, followPerson, theme } from './preferences';

const { dataset } = document.documentElement;

afterEach(() => {
  followPerson('nobody');
  localStorage.clear();
  followPerson(null);
});

test('each person finds the look that they left', () => {
  followPerson('manager:1');
  changeTheme({ scheme: 'dark', primary: 'noir', menuMode: 'slim' });
  followPerson('manager:2');
  changeTheme({ scheme: 'light', surface: 'ocean' });
  expect(dataset).toMatchObject({ scheme: 'light', surface: 'ocean' });
  followPerson('manager:1');
  expect(theme.get()).toMatchObject({ scheme: 'dark', primary: 'noir', menuMode: 'slim', surface: null });
  expect(dataset).toMatchObject({ scheme: 'dark', primary: 'noir' });
  expect(dataset.surface).toBeUndefined();
});

test('who has chosen nothing yet starts from what the browser showed last', () => {
  changeTheme({ preset: 'lara' });
  followPerson('learner:new');
  expect(theme.get().preset).toBe('lara');
});

test.each(['not json', 'null', '{"scheme":"pink","primary":7,"menuMode":"","anchored":"yes","other":1}'])(
  'what storage should not hold (%s) counts as not chosen',
  (kept) => {
    localStorage.setItem('theme', kept);
    followPerson('learner:other');
    expect(theme.get()).toEqual(DEFAULT_THEME);
  },
);

test('a look is changed by a view transition where the browser has one and motion is welcome', () => {
  const skipped = Promise.reject(new Error('skipped'));
  const startViewTransition = vi.fn((update: () => void) => {
    update();
    return { ready: skipped, finished: skipped };
  });
  Object.assign(document, { startViewTransition });
  vi.stubGlobal('matchMedia', () => ({ matches: false }));
  changeTheme({ scheme: 'dark' });
  expect(startViewTransition).toHaveBeenCalledOnce();
  expect(dataset.scheme).toBe('dark');
  vi.stubGlobal('matchMedia', () => ({ matches: true }));
  changeTheme({ scheme: 'light' });
  expect(startViewTransition).toHaveBeenCalledOnce();
  expect(dataset.scheme).toBe('light');
  vi.unstubAllGlobals();
  Reflect.deleteProperty(document, 'startViewTransition');
});
