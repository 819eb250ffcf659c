import { fileURLToPath } from 'node:url';
import { build } from 'vite';

const root = fileURLToPath(new URL('..', import.meta.url));

interface Kind {
  format: 'es' | 'iife';
  /** The oldest language version that it must run in. */
  target: string;
}

/** Builds a file of src into a script of its own, so that no chunk of the app is split for what both use. */
export async function oneScript(file: string, { format, target }: Kind): Promise<string> {
  const built = await build({
    configFile: false,
    root,
    logLevel: 'warn',
    resolve: { alias: [{ find: /^@\//, replacement: `${root}src/` }] },
    build: {
      write: false,
      target,
      copyPublicDir: false,
      lib: { entry: `${root}src/${file}`, formats: [format], name: 'script', fileName: 'script' },
    },
  });
  const [output] = [built].flat();
  const code = output && 'output' in output ? output.output[0].code.trim() : '';
  if (!code) throw new Error(`src/${file} makes no script`);
  return code;
}
