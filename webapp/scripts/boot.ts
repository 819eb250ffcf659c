import type { Plugin } from 'vite';
import { oneScript } from './one-script.ts';

const MARK = '<!-- boot -->';

/** src/boot/boot.ts as one classic script. */
async function bundled(): Promise<string> {
  // It tells older browsers what is wrong, so they must be able to read it.
  const code = await oneScript('boot/boot.ts', { format: 'iife', target: 'es2018' });
  if (code.includes('</script')) throw new Error('src/boot/boot.ts makes no script for a page');
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
