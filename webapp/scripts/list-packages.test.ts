import { packageFolder } from './list-packages';

test.each([
  ['/home/node_modules/react/index.js', '/home/node_modules/react'],
  ['/home/node_modules/@tanstack/react-query/build/query.js?v=1', '/home/node_modules/@tanstack/react-query'],
  ['/home/webapp/node_modules/react-is/index.js', '/home/webapp/node_modules/react-is'],
  ['/home/node_modules/a/node_modules/b/index.js', '/home/node_modules/a/node_modules/b'],
  ['\0/home/node_modules/react/index.js?commonjs-module', '/home/node_modules/react'],
])('%j is of the package %s', (id, folder) => {
  expect(packageFolder(id)).toBe(folder);
});

test.each(['/home/webapp/src/main.tsx', '\0vite/preload-helper.js'])('%j is of no package', (id) => {
  expect(packageFolder(id)).toBeUndefined();
});
