/** Every address of the app in one place. */
export const paths = {
  home: '/',
  error: '/error',
  /** A page of the guide, which is none of the app's: the server has it (docs/guide). */
  guide: (locale: string, page: 'first-day' | 'managers') => `/docs/guide/${locale.slice(0, 2)}/${page}`,
  client: {
    home: '/client',
    login: '/client/auth/login',
    signup: '/client/auth/signup',
    forgotPassword: '/client/auth/forgotpassword',
    accessDenied: '/client/auth/access-denied',
    logout: '/client/logout',
    courses: '/client/courses/list',
    course: (courseId: string) => `/client/courses/course/${courseId}`,
    updateInfo: '/client/update/info',
    security: '/client/update/security',
    display: '/client/update/display',
    bank: '/client/update/bank',
  },
  admin: {
    home: '/admin',
    /** For an academy that nobody manages yet. */
    setup: '/admin/setup',
    site: '/admin/site',
    sitePreview: '/admin/site/preview',
    login: '/admin/auth/login',
    signup: '/admin/auth/sign-up',
    logout: '/admin/logout',
    users: '/admin/users/list',
    importUsers: '/admin/users/import',
    user: (clientId: string) => `/admin/users/user/${clientId}`,
    courses: '/admin/courses/list',
    createCourse: '/admin/courses/create',
    updateCourse: (courseId: string) => `/admin/courses/update/${courseId}`,
    course: (courseId: string) => `/admin/courses/course/${courseId}`,
    managers: '/admin/managers',
    dashboard: '/admin/dashboard',
    /** The preview as a learner, beginning at a lesson if one is given. */
    previewCourse: (courseId: string, partId?: string) =>
      `/admin/courses/preview/${courseId}${partId ? `?part=${partId}` : ''}`,
    account: '/admin/account',
    twoFactor: '/admin/two-factor',
    audit: '/admin/audit',
    bin: '/admin/bin',
    health: '/admin/health',
    notAllowed: '/admin/not-allowed',
  },
} as const;
