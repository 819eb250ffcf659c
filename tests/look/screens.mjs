// Every screen: its file's name, its address in an academy, who looks at it, in which states beside `many`, and what is
// opened on it (`act`), and whether it is too long for one picture (`long`).
const ALL = ['text', 'empty', 'one', 'failing', 'offline', 'loading'];
const FORM = ['text'];

/** Presses the button of that message. */
const press = (id) => async (page, text) => {
  await page
    .getByRole('button', { name: text(id), exact: true })
    .first()
    .click();
  await page.getByRole('dialog').or(page.getByRole('menu')).first().waitFor();
};
const user =
  (query = '') =>
  ({ learnerId }) =>
    `/admin/users/user/${learnerId}${query}`;
const course =
  (query = '') =>
  ({ courseId }) =>
    `/admin/courses/course/${courseId}${query}`;

const area = (name, as, screens) =>
  screens.map(([screen, path, states = [], more = {}]) => ({ name: `${name}/${screen}`, path, as, states, ...more }));

export const SCREENS = [
  ...area('public', undefined, [
    ['home', '/', ['text', 'empty', 'one']],
    ['courses', '/courses', ALL],
    ['course', ({ courseId }) => `/courses/${courseId}`, ['text', 'empty', 'one']],
    ['course-long', ({ longCourseId }) => longCourseId && `/courses/${longCourseId}`, FORM],
    ['about', '/about', FORM],
    ['gallery', '/gallery', ['text', 'empty']],
    ['contact', '/contact', FORM],
    ['privacy', '/privacy-policy', FORM],
    ['terms', '/terms-and-conditions', FORM],
    ['not-found', '/no/such/page', FORM],
    ['error', '/error', FORM],
    ['licences', '/licenses', [], { long: true }],
    ['guide', '/docs/guide/ar/first-day'],
  ]),
  ...area('entry', undefined, [
    ['learner-sign-in', '/client/auth/login', FORM],
    ['learner-sign-up', '/client/auth/signup', FORM],
    ['recovery', '/client/auth/forgotpassword', FORM],
    ['activation', '/client/auth/activation?email=learner1@academy.test&token=none', FORM],
    ['unlock', '/client/auth/unlock?token=none', FORM],
    ['access-denied', '/client/auth/access-denied', FORM],
    ['manager-sign-in', '/admin/auth/login', FORM],
    ['manager-unlock', '/admin/auth/unlock?token=none', FORM],
    ['setup-owner', '/admin/setup', FORM, { world: 'fresh' }],
  ]),
  ...area('learner', 'learner', [
    ['courses', '/client/courses/list', ALL],
    ['watch', ({ courseId }) => `/client/courses/course/${courseId}`, ['text', 'one', 'failing', 'offline', 'loading']],
    ['watch-long', ({ longCourseId }) => longCourseId && `/client/courses/course/${longCourseId}`, FORM],
    ['info', '/client/update/info', ['text', 'one', 'failing', 'offline', 'loading']],
    ['security', '/client/update/security', ['text', 'failing', 'offline', 'loading']],
    ['display', '/client/update/display', FORM],
    ['bank', '/client/update/bank', ['text', 'failing', 'offline', 'loading']],
    ['not-found', '/client/no/such', []],
  ]),
  ...area('manager', 'manager', [
    ['setup-academy', '/admin/setup', FORM],
    ['dashboard', '/admin/dashboard', ALL],
    ['courses', '/admin/courses/list', ALL],
    ['courses-table', '/admin/courses/list?view=table', ALL],
    ['courses-none-found', '/admin/courses/list?q=zzzz'],
    ['course-create', '/admin/courses/create', FORM],
    [
      'course-edit',
      ({ courseId }) => `/admin/courses/update/${courseId}`,
      ['text', 'empty', 'one', 'failing', 'offline', 'loading'],
    ],
    ['course-edit-long', ({ longCourseId }) => longCourseId && `/admin/courses/update/${longCourseId}`, FORM],
    ['course-learners', course(), ['text', 'empty', 'one', 'failing', 'offline', 'loading']],
    ['course-long', ({ longCourseId }) => longCourseId && `/admin/courses/course/${longCourseId}`, FORM],
    ['course-assign', course('?tab=assign'), ['text', 'empty', 'one']],
    ['course-progress', course('?tab=progress'), ['text', 'empty', 'one', 'failing', 'offline', 'loading']],
    ['course-preview', ({ courseId }) => `/admin/courses/preview/${courseId}`, ['text', 'one']],
    ['learners', '/admin/users/list', ['text', 'one', 'failing', 'offline', 'loading']],
    ['learners-none-found', '/admin/users/list?search=zzzz'],
    ['learner', user(), ['text', 'empty', 'one', 'failing', 'offline', 'loading']],
    ['learner-long', ({ longLearnerId }) => longLearnerId && `/admin/users/user/${longLearnerId}`, FORM],
    ['learner-bank', user('?tab=bank'), ['one']],
    ['learner-sessions', user('?tab=sessions'), ['text', 'empty', 'one', 'offline']],
    ['learner-mails', user('?tab=mails'), ['text', 'empty', 'one']],
    ['learner-history', user('?tab=history'), ['text', 'one']],
    ['learner-unknown', '/admin/users/user/00000000000000000000'],
    ['import', '/admin/users/import', FORM],
    ['managers', '/admin/managers', ['text', 'one', 'failing', 'offline', 'loading']],
    ['bin', '/admin/bin', ALL],
    ['activity', '/admin/audit', ['text', 'one', 'failing', 'offline', 'loading']],
    ['health', '/admin/health', ['text', 'empty', 'one', 'failing', 'offline', 'loading']],
    ['site', '/admin/site', ['text', 'failing', 'offline', 'loading']],
    ['site-preview', '/admin/site/preview'],
    ['account', '/admin/account', ['text', 'one', 'failing', 'offline', 'loading']],
    ['not-allowed', '/admin/not-allowed'],
    ['not-found', '/admin/no/such'],
    ['new-learner', '/admin/users/list', FORM, { act: press('users.create') }],
    ['new-manager', '/admin/managers', FORM, { act: press('managers.create') }],
  ]),
];
