import { createBrowserRouter, redirect, type MiddlewareFunction, type RouteObject } from 'react-router';
import { paths } from '@/lib/paths';
import { Root, RouteFallback } from './routes/root';
import { Component as ErrorPage } from './routes/error';
import { RouteError } from './routes/route-error';
import type * as adminScreens from './screens-admin';
import type * as clientScreens from './screens-client';
import { visitorsOnly } from './visitors-only';
import { rememberWanted } from './wanted-page';

const to = (path: string) => () => redirect(path);

/** The guards of the signed-in areas are loaded at the first visit there; the public pages do not need them. */
const guard =
  (
    name:
      | 'restoreLearnerLogin'
      | 'learnersOnly'
      | 'noLearner'
      | 'restoreManagerLogin'
      | 'managersOnly'
      | 'managersInSetup'
      | 'noManager',
  ) =>
  async (...args: Parameters<MiddlewareFunction>) => {
    const guards = await import('./guards');
    return guards[name](...args);
  };

/** For managers with that role or a higher one. */
const role =
  (least: 'manager' | 'owner') =>
  async (...args: Parameters<MiddlewareFunction>) =>
    (await import('./guards')).needsRole(least)(...args);

/** The lists of an area's screens are loaded when somebody goes there, so the first load is smaller. */
const admin = (screen: keyof typeof adminScreens) => async () => (await import('./screens-admin'))[screen]();
const client = (screen: keyof typeof clientScreens) => async () => (await import('./screens-client'))[screen]();

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
      lazy: client('authLayout'),
      children: [
        { index: true, middleware: [guard('noLearner')], loader: to(paths.client.login) },
        { path: 'login', middleware: [guard('noLearner')], lazy: client('login') },
        { path: 'signup', middleware: [guard('noLearner')], lazy: client('signup') },
        {
          path: 'forgotpassword',
          middleware: [guard('noLearner')],
          lazy: client('forgotPassword'),
        },
        { path: 'activation', lazy: client('activation') },
        { path: 'unlock', lazy: client('unlock') },
        {
          path: 'access-denied',
          middleware: [guard('noLearner')],
          lazy: client('accessDenied'),
        },
      ],
    },
    { path: 'logout', lazy: client('logout') },
    {
      middleware: [guard('learnersOnly')],
      lazy: client('layout'),
      children: [
        { path: 'courses', loader: to(paths.client.courses) },
        { path: 'courses/list', lazy: client('coursesList') },
        { path: 'courses/course/:courseId', lazy: client('watchCourse') },
        {
          path: 'update',
          lazy: client('settingsLayout'),
          children: [
            { index: true, loader: to(paths.client.updateInfo) },
            { path: 'info', lazy: client('updateInfo') },
            { path: 'security', lazy: client('security') },
            { path: 'display', lazy: client('display') },
            { path: 'bank', lazy: client('bank') },
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
      lazy: admin('authLayout'),
      children: [
        { index: true, loader: to(paths.admin.login) },
        { path: 'login', lazy: admin('login') },
        { path: 'sign-up', lazy: admin('signUp') },
        { path: 'unlock', lazy: admin('unlock') },
      ],
    },
    {
      path: 'two-factor',
      middleware: [guard('managersInSetup')],
      lazy: admin('authLayout'),
      children: [{ index: true, lazy: admin('twoFactor') }],
    },
    { path: 'setup', lazy: admin('authLayout'), children: [{ index: true, lazy: admin('setup') }] },
    { path: 'logout', lazy: admin('logout') },
    {
      middleware: [guard('managersOnly')],
      lazy: admin('layout'),
      children: [
        { index: true, loader: to('/admin/users') },
        { path: 'users', loader: to(paths.admin.users) },
        { path: 'users/list', lazy: admin('usersList') },
        { path: 'users/import', middleware: [role('manager')], lazy: admin('usersImport') },
        { path: 'users/user/:clientId', lazy: admin('user') },
        { path: 'courses', loader: to(paths.admin.courses) },
        { path: 'courses/list', lazy: admin('coursesList') },
        { path: 'courses/create', middleware: [role('manager')], lazy: admin('courseCreate') },
        { path: 'courses/update/:courseId', middleware: [role('manager')], lazy: admin('courseUpdate') },
        { path: 'courses/course/:courseId', lazy: admin('course') },
        { path: 'courses/preview/:courseId', middleware: [role('manager')], lazy: admin('coursePreview') },
        { path: 'site', middleware: [role('owner')], lazy: admin('site') },
        { path: 'site/preview', middleware: [role('owner')], lazy: admin('sitePreview') },
        { path: 'managers', middleware: [role('owner')], lazy: admin('managers') },
        { path: 'dashboard', lazy: admin('dashboard') },
        { path: 'audit', middleware: [role('manager')], lazy: admin('audit') },
        { path: 'bin', middleware: [role('manager')], lazy: admin('bin') },
        { path: 'health', lazy: admin('health') },
        { path: 'account', lazy: admin('account') },
        { path: 'not-allowed', lazy: admin('notAllowed') },
      ],
    },
  ],
};

// The design system on one page, only in development builds.
const devRoutes: RouteObject[] =
  import.meta.env.MODE === 'development' ? [{ path: 'dev/ui', lazy: () => import('./routes/dev/ui') }] : [];

export const routes: RouteObject[] = [
  {
    Component: Root,
    HydrateFallback: RouteFallback,
    middleware: [rememberWanted],
    children: [
      {
        // Errors are shown inside Root, so that scrolling and titles keep working.
        ErrorBoundary: RouteError,
        children: [
          publicRoutes,
          // The query cache and React Aria are loaded with these areas; the public pages need only their loaders.
          { lazy: () => import('./routes/workspace'), children: [clientRoutes, adminRoutes, ...devRoutes] },
          { path: 'error', Component: ErrorPage },
          { path: '*', lazy: () => import('./routes/not-found') },
        ],
      },
    ],
  },
];

export const router = createBrowserRouter(routes);
