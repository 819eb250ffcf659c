/** The screens of the managers’ area, each loaded when it is entered. */
export const authLayout = () => import('./routes/admin/auth-layout');
export const login = () => import('./routes/admin/login');
export const signUp = () => import('./routes/admin/sign-up');
export const logout = () => import('./routes/admin/logout');
export const layout = () => import('./routes/admin/layout');
export const usersList = () => import('./routes/admin/users-list');
export const usersImport = () => import('./routes/admin/users-import');
export const user = () => import('./routes/admin/user');
export const coursesList = () => import('./routes/admin/courses-list');
export const courseCreate = () => import('./routes/admin/course-create');
export const courseUpdate = () => import('./routes/admin/course-update');
export const course = () => import('./routes/admin/course');
export const coursePreview = () => import('./routes/admin/course-preview');
export const managers = () => import('./routes/admin/managers');
export const dashboard = () => import('./routes/admin/dashboard');
export const audit = () => import('./routes/admin/audit');
export const account = () => import('./routes/admin/account');
