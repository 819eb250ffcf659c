import type { Rolldown } from 'vite';
import { afterSheet, early, ofScreens } from './preload-areas';

const chunk = (name: string, imports: string[] = []) => ({
  type: 'chunk',
  name,
  fileName: `assets/${name}.js`,
  imports,
});
const asset = (fileName: string) => ({ type: 'asset', fileName });
const bundleOf = (...files: { fileName: string }[]) =>
  Object.fromEntries(files.map((file) => [file.fileName, file])) as unknown as Rolldown.OutputBundle;

const LANGUAGES = [
  'assets/ar-1.json',
  'assets/en-1.json',
  'assets/noto-sans-arabic-core-1.woff2',
  'assets/noto-sans-arabic-latin-core-1.woff2',
  'assets/inter-latin-core-1.woff2',
].map(asset);

test('an area requests at once what its first screen imports, but what the page has already', () => {
  const files = early(
    bundleOf(
      chunk('base'),
      chunk('area', ['assets/base.js']),
      chunk('learner', ['assets/area.js', 'assets/base.js']),
      chunk('manager', ['assets/learner.js', 'assets/area.js']),
      ...LANGUAGES,
    ),
    '<script type="module" src="/assets/base.js"></script>',
  );
  expect(files).toEqual({
    client: ['assets/learner.js', 'assets/area.js'],
    admin: ['assets/manager.js', 'assets/learner.js', 'assets/area.js'],
    ar: ['assets/ar-1.json', 'assets/noto-sans-arabic-core-1.woff2', 'assets/noto-sans-arabic-latin-core-1.woff2'],
    en: ['assets/en-1.json', 'assets/inter-latin-core-1.woff2'],
  });
});

test('a build without a chunk that an area needs fails', () => {
  expect(() => early(bundleOf(chunk('learner'), ...LANGUAGES), '')).toThrow('no chunk manager');
});

test('a screen requests what it imports besides its area’s files, each named once', () => {
  const ROUTES = [
    'client/auth-layout',
    'client/login',
    'client/signup',
    'client/forgot-password',
    'admin/auth-layout',
    'admin/login',
    'client/settings-layout',
    'client/update-info',
    'client/security',
    'client/bank',
    'admin/dashboard',
    'admin/courses-list',
    'admin/course',
    'admin/course-update',
    'admin/user',
    'admin/audit',
    'admin/site',
    'admin/account',
  ];
  const route = (module: string, imports: string[] = []) => ({
    ...chunk(module, imports),
    facadeModuleId: `/src/app/routes/${module}.tsx`,
  });
  const bundle = bundleOf(
    chunk('base'),
    chunk('area', ['assets/base.js']),
    chunk('parts', ['assets/area.js']),
    route('client/watch-course', ['assets/area.js', 'assets/parts.js']),
    ...ROUTES.map((module) => route(module, module.endsWith('security') ? ['assets/parts.js'] : [])),
  );
  const { files, screens } = ofScreens(bundle, 'assets/base.js', { client: ['assets/area.js'], admin: [] });
  expect(new Set(files).size).toBe(files.length);
  const numbers = ['assets/client/watch-course.js', 'assets/parts.js'].map((file) => files.indexOf(file));
  expect(screens).toContain(`^/client/courses/course/=${numbers.join(',')}`);
  const security = screens.find((screen) => screen.startsWith('^/client/update/security$'));
  expect(security).toBe(`^/client/update/security$=${files.indexOf('assets/client/security.js')},${numbers[1]}`);
});

test('the page’s scripts come after its sheet, with which its frame is drawn', () => {
  expect(
    afterSheet(
      '<script>boot</script><script type="module" crossorigin src="/a.js"></script><link rel="modulepreload" crossorigin href="/b.js"><link rel="stylesheet" crossorigin href="/c.css">',
    ),
  ).toBe(
    '<script>boot</script><script type="module" crossorigin fetchpriority="low" src="/a.js"></script><link rel="modulepreload" crossorigin fetchpriority="low" href="/b.js"><link rel="stylesheet" crossorigin href="/c.css">',
  );
});
