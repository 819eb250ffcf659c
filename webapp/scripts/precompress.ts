import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import type { Plugin, ResolvedConfig } from 'vite';

const TEXT = /\.(?:js|css|html|json|svg|txt)$/;
/** Below this a packed form saves nothing worth a file. */
const MIN_BYTES = 1024;

/** Writes `.br` and `.gz` beside every text file of a build: the server sends them as they are, at no cost a request. */
export function precompress(): Plugin {
  let config: ResolvedConfig;
  return {
    name: 'academy:precompress',
    // A build for development is looked at on this machine only.
    apply: (_, { command, mode }) => command === 'build' && mode !== 'development',
    configResolved: (resolved) => {
      config = resolved;
    },
    closeBundle() {
      const root = resolve(config.root, config.build.outDir);
      for (const name of readdirSync(root, { recursive: true }) as string[]) {
        const path = join(root, name);
        if (!TEXT.test(name) || !statSync(path).isFile()) continue;
        pack(path);
      }
    },
  };
}

/** Writes the packed forms of one file. */
function pack(path: string): void {
  const plain = readFileSync(path);
  if (plain.length < MIN_BYTES) return;
  writeFileSync(`${path}.gz`, gzipSync(plain, { level: 9 }));
  const params = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: plain.length };
  writeFileSync(`${path}.br`, brotliCompressSync(plain, { params }));
}
