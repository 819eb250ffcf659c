import type { Plugin, Rolldown } from 'vite';

type OutputBundle = Rolldown.OutputBundle;

/** The chunk with an area's first screen (vite.config.ts), by the first segment of the area's addresses. */
const AREAS = { client: 'learner', admin: 'manager' };
/**
 * What some screens need besides, by the pattern of their addresses; the files of the others are found once the router
 * has been loaded. The name is that of the route's module.
 */
const SCREENS: readonly (readonly [address: string, module: string])[] = [
  ['^/client/auth', 'client/auth-layout'],
  ['^/client/auth(/login)?/?$', 'client/login'],
  ['^/client/auth/signup$', 'client/signup'],
  ['^/client/auth/forgotpassword$', 'client/forgot-password'],
  ['^/client/courses/course/', 'client/watch-course'],
  ['^/client/update', 'client/settings-layout'],
  ['^/client/update(/info)?/?$', 'client/update-info'],
  ['^/client/update/security$', 'client/security'],
  ['^/client/update/bank$', 'client/bank'],
  ['^/admin/auth', 'admin/auth-layout'],
  ['^/admin/auth(/login)?/?$', 'admin/login'],
  ['^/admin/dashboard$', 'admin/dashboard'],
  ['^/admin/courses(/list)?/?$', 'admin/courses-list'],
  ['^/admin/courses/course/', 'admin/course'],
  ['^/admin/courses/update/', 'admin/course-update'],
  ['^/admin/users/user/', 'admin/user'],
  ['^/admin/audit$', 'admin/audit'],
  ['^/admin/site$', 'admin/site'],
  ['^/admin/account$', 'admin/account'],
];
/** Of each language: its messages, and the fonts of nearly all its letters. */
const LANGUAGES = {
  ar: [/\/ar-[^/]*\.json$/, /\/noto-sans-arabic-core-[^/]*\.woff2$/, /\/noto-sans-arabic-latin-core-[^/]*\.woff2$/],
  en: [/\/en-[^/]*\.json$/, /\/inter-latin-core-[^/]*\.woff2$/],
};

type Chunk = Rolldown.OutputChunk;

const chunkOf = (bundle: OutputBundle, what: string, is: (chunk: Chunk) => boolean): Chunk => {
  const found = Object.values(bundle).find((file): file is Chunk => file.type === 'chunk' && is(file));
  if (!found) throw new Error(`The build has no chunk ${what}`);
  return found;
};

/** The files of a chunk and of all that it imports at once, but what the page has already. */
function filesOf(bundle: OutputBundle, first: Chunk, html: string): string[] {
  const files = new Set<string>();
  const add = (fileName: string) => {
    const chunk = bundle[fileName];
    if (chunk?.type !== 'chunk' || files.has(fileName)) return;
    files.add(fileName);
    chunk.imports.forEach(add);
  };
  add(first.fileName);
  return [...files].filter((file) => !html.includes(file));
}

/** Which files a browser should request at once, by area and by language. */
export function early(bundle: OutputBundle, html: string): Record<string, string[]> {
  const areas = Object.entries(AREAS).map(([area, name]): [string, string[]] => [
    area,
    filesOf(
      bundle,
      chunkOf(bundle, name, (chunk) => chunk.name === name),
      html,
    ),
  ]);
  const languages = Object.entries(LANGUAGES).map(([language, tests]): [string, string[]] => [
    language,
    tests.map((test) => {
      const file = Object.keys(bundle).find((name) => test.test(name));
      if (!file) throw new Error(`The build has no file ${test}`);
      return file;
    }),
  ]);
  return Object.fromEntries([...areas, ...languages]);
}

/** What some screens need besides: each file once, and of each screen `PATTERN=NUMBER,NUMBER` of its files there. */
export function ofScreens(bundle: OutputBundle, html: string, areas: Record<string, string[]>) {
  const files: string[] = [];
  const numberOf = (file: string): number => (files.includes(file) ? files.indexOf(file) : files.push(file) - 1);
  const screens = SCREENS.map(([address, module]) => {
    const end = `/routes/${module}.tsx`;
    const chunk = chunkOf(bundle, module, ({ facadeModuleId }) => facadeModuleId?.endsWith(end) ?? false);
    const known = areas[/[a-z]+/.exec(address)?.[0] ?? ''] ?? [];
    const own = filesOf(bundle, chunk, html).filter((file) => !known.includes(file));
    return `${address}=${own.map(numberOf).join(',')}`;
  });
  return { files, screens };
}

/** The page's frame needs the sheet only; its scripts share a slow link's bytes with it otherwise. */
export const afterSheet = (html: string): string =>
  html.replaceAll(/<(?:script type="module"|link rel="modulepreload") crossorigin/g, '$& fetchpriority="low"');

/**
 * Tells the boot script what the first screen of each area needs, so that the browser requests it beside the page's own
 * scripts: otherwise each file is found in the one before, and each time a slow link takes a round trip.
 */
export function preloadAreas(): Plugin {
  return {
    name: 'academy:preload-areas',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle, filename }) {
        if (!bundle || !filename.endsWith('/webapp/index.html')) return html;
        const areas = early(bundle, html);
        const { files, screens } = ofScreens(bundle, html, areas);
        const paths = (list: string[]) => list.map((file) => `/${file}`).join(' ');
        const data = Object.entries({ ...areas, files }).map(([name, list]) => ` data-${name}="${paths(list)}"`);
        return afterSheet(html).replace(
          '<script>',
          () => `<script${data.join('')} data-screens="${screens.join(' ')}">`,
        );
      },
    },
  };
}
