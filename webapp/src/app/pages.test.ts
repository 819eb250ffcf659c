import type { RouteObject } from 'react-router';
import { pages } from './pages.json';
import { routes } from './router';

/** The addresses of all screens below a route; the one for everything else has none. */
function addresses(route: RouteObject, base = ''): string[] {
  const path = route.path === undefined ? base : `${base}/${route.path}`;
  if (route.children) return route.children.flatMap((child) => addresses(child, path));
  return route.path === '*' ? [] : [path === '' ? '/' : path];
}

test('the server is told exactly the pages that the router has', () => {
  expect([...pages].sort()).toEqual(routes.flatMap((route) => addresses(route)).sort());
});
