import { createBrowserRouter, redirect, type MiddlewareFunction, type RouteObject } from 'react-router';
import { paths } from '@/lib/paths';
import { Root, RouteFallback } from './routes/root';
import { RouteError } from './routes/route-error';
import { visitorsOnly } from './visitors-only';

const to = (path: string) => () => redirect(path);

/** The guards of the signed-in areas come with the first visit there: the public pages do without. */
const guard =
  (name: 'restoreLearnerLogin' | 'learnersOnly' | 'noLearner' | 'restoreManagerLogin' | 'managersOnly' | 'noManager') =>
  async (...args: Parameters<MiddlewareFunction>) => {
    const guards = await import('./guards');
    return guards[name](...args);
  };

const publicRoutes: RouteObject = {
  lazy: () => import('./routes/public/layout'),
  middleware: [visitorsOnly],
  children: [
    { index: true, lazy: () => import('./routes/public/home') },
    { path: 'about', lazy: () => import('./routes/public/about') },
    { path: 'gallery', lazy: () => import('./routes/public/gallery') },
    { path: 'courses', lazy: () => import('./routes/public/courses') },
    { path: 'courses/:courseId', lazy: () => import('./routes/public/course') },
    { path: 'contact', lazy: () => import('./routes/public/contact') },
    { path: 'privacy-policy', lazy: () => import('./routes/public/privacy-policy') },
    { path: 'terms-and-conditions', lazy: () => import('./routes/public/terms-and-conditions') },
  ],
};

const clientRoutes: RouteObject = {
  path: 'client',
  middleware: [guard('restoreLearnerLogin')],
  children: [
    { index: true, loader: to('/client/courses') },
    {
      path: 'auth',
      lazy: () => import('./routes/client/auth-layout'),
      children: [
        { index: true, middleware: [guard('noLearner')], loader: to(paths.client.login) },
        { path: 'login', middleware: [guard('noLearner')], lazy: () => import('./routes/client/login') },
        { path: 'signup', middleware: [guard('noLearner')], lazy: () => import('./routes/client/signup') },
        {
          path: 'forgotpassword',
          middleware: [guard('noLearner')],
          lazy: () => import('./routes/client/forgot-password'),
        },
        { path: 'activation', lazy: () => import('./routes/client/activation') },
        {
          path: 'access-denied',
          middleware: [guard('noLearner')],
          lazy: () => import('./routes/client/access-denied'),
        },
      ],
    },
    { path: 'logout', lazy: () => import('./routes/client/logout') },
    {
      middleware: [guard('learnersOnly')],
      lazy: () => import('./routes/client/layout'),
      children: [
        { path: 'courses', loader: to(paths.client.courses) },
        { path: 'courses/list', lazy: () => import('./routes/client/courses-list') },
        { path: 'courses/course/:courseId', lazy: () => import('./routes/client/watch-course') },
        {
          path: 'update',
          lazy: () => import('./routes/client/settings-layout'),
          children: [
            { index: true, loader: to(paths.client.updateInfo) },
            { path: 'info', lazy: () => import('./routes/client/update-info') },
            { path: 'security', lazy: () => import('./routes/client/security') },
            { path: 'display', lazy: () => import('./routes/client/display') },
            { path: 'bank', lazy: () => import('./routes/client/bank') },
          ],
        },
      ],
    },
  ],
};

const adminRoutes: RouteObject = {
  path: 'admin',
  middleware: [guard('restoreManagerLogin')],
  children: [
    {
      path: 'auth',
      middleware: [guard('noManager')],
      lazy: () => import('./routes/admin/auth-layout'),
      children: [
        { index: true, loader: to(paths.admin.login) },
        { path: 'login', lazy: () => import('./routes/admin/login') },
        { path: 'sign-up', lazy: () => import('./routes/admin/sign-up') },
      ],
    },
    { path: 'logout', lazy: () => import('./routes/admin/logout') },
    {
      middleware: [guard('managersOnly')],
      lazy: () => import('./routes/admin/layout'),
      children: [
        { index: true, loader: to('/admin/users') },
        { path: 'users', loader: to(paths.admin.users) },
        { path: 'users/list', lazy: () => import('./routes/admin/users-list') },
        { path: 'users/import', lazy: () => import('./routes/admin/users-import') },
        { path: 'users/user/:clientId', lazy: () => import('./routes/admin/user') },
        { path: 'courses', loader: to(paths.admin.courses) },
        { path: 'courses/list', lazy: () => import('./routes/admin/courses-list') },
        { path: 'courses/create', lazy: () => import('./routes/admin/course-create') },
        { path: 'courses/update/:courseId', lazy: () => import('./routes/admin/course-update') },
        { path: 'courses/course/:courseId', lazy: () => import('./routes/admin/course') },
        { path: 'managers', lazy: () => import('./routes/admin/managers') },
        { path: 'dashboard', lazy: () => import('./routes/admin/dashboard') },
        { path: 'audit', lazy: () => import('./routes/admin/audit') },
        { path: 'account', lazy: () => import('./routes/admin/account') },
      ],
    },
  ],
};

// The design system on one page; no other build than the one for development has it.
const devRoutes: RouteObject[] =
  import.meta.env.MODE === 'development' ? [{ path: 'dev/ui', lazy: () => import('./routes/dev/ui') }] : [];

export const routes: RouteObject[] = [
  {
    Component: Root,
    HydrateFallback: RouteFallback,
    children: [
      {
        // Errors are shown inside Root, so that scrolling and titles go on working.
        ErrorBoundary: RouteError,
        children: [
          publicRoutes,
          // The query cache and React Aria come with these areas; the public pages do with their loaders.
          { lazy: () => import('./routes/workspace'), children: [clientRoutes, adminRoutes, ...devRoutes] },
          { path: 'error', lazy: () => import('./routes/error') },
          { path: '*', lazy: () => import('./routes/not-found') },
        ],
      },
    ],
  },
];

export const router = createBrowserRouter(routes);
