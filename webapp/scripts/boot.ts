import { fileURLToPath } from 'node:url';
import { build, type Plugin } from 'vite';

const root = fileURLToPath(new URL('..', import.meta.url));
const MARK = '<!-- boot -->';

/** src/boot/boot.ts as one classic script. */
async function bundled(): Promise<string> {
  const built = await build({
    configFile: false,
    root,
    logLevel: 'warn',
    resolve: { alias: [{ find: /^@\//, replacement: `${root}src/` }] },
    build: {
      write: false,
      // It tells older browsers what is wrong, so they must be able to read it.
      target: 'es2018',
      copyPublicDir: false,
      lib: { entry: `${root}src/boot/boot.ts`, formats: ['iife'], name: 'boot' },
    },
  });
  const [output] = [built].flat();
  const code = output && 'output' in output ? output.output[0].code.trim() : '';
  if (!code || code.includes('</script')) throw new Error('src/boot/boot.ts makes no script for a page');
  return code;
}

/** Puts the boot script into index.html, for the page to have it without a request. */
export function boot(): Plugin {
  let serves = false;
  return {
    name: 'academy:boot',
    configResolved: ({ command }) => {
      serves = command === 'serve';
    },
    transformIndexHtml: {
      order: 'post',
      async handler(html, { filename }) {
        if (!filename.endsWith('/webapp/index.html')) return html;
        if (!html.includes(MARK)) throw new Error(`index.html has no ${MARK}`);
        const script = serves
          ? '<script type="module" src="/src/boot/boot.ts"></script>'
          : `<script>${await bundled()}</script>`;
        return html.replace(MARK, () => script);
      },
    },
  };
}
