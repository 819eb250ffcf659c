// Succeeds if node_modules already matches package-lock.json, by npm's own record of what it installed.
import { readFileSync } from 'node:fs';

try {
  const wanted = JSON.parse(readFileSync('package-lock.json', 'utf8')).packages;
  const present = JSON.parse(readFileSync('node_modules/.package-lock.json', 'utf8')).packages;
  const same = (path) => present[path]?.version === wanted[path].version && present[path]?.link === wanted[path].link;
  // Absent optional packages are for other machines; workspaces are folders of the project.
  const missing = Object.keys(wanted).filter(
    (path) => path.includes('node_modules/') && !same(path) && !(wanted[path].optional && present[path] === undefined),
  );
  process.exitCode = missing.length === 0 ? 0 : 1;
} catch {
  process.exitCode = 1;
}
