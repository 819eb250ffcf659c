/** Every address of the app in one place. */
export const paths = {
  home: '/',
  error: '/error',
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
  },
  admin: {
    home: '/admin',
    login: '/admin/auth/login',
    signup: '/admin/auth/sign-up',
    logout: '/admin/logout',
    users: '/admin/users/list',
    user: (clientId: string) => `/admin/users/user/${clientId}`,
    courses: '/admin/courses/list',
    createCourse: '/admin/courses/create',
    updateCourse: (courseId: string) => `/admin/courses/update/${courseId}`,
    course: (courseId: string) => `/admin/courses/course/${courseId}`,
  },
} as const;
