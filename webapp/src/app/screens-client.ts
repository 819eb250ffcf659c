/** The screens of the learners’ area, each loaded when it is entered. */
export const authLayout = () => import('./routes/client/auth-layout');
export const login = () => import('./routes/client/login');
export const signup = () => import('./routes/client/signup');
export const forgotPassword = () => import('./routes/client/forgot-password');
export const activation = () => import('./routes/client/activation');
export const unlock = () => import('./routes/client/unlock');
export const accessDenied = () => import('./routes/client/access-denied');
export const logout = () => import('./routes/client/logout');
export const layout = () => import('./routes/client/layout');
export const coursesList = () => import('./routes/client/courses-list');
export const watchCourse = () => import('./routes/client/watch-course');
export const settingsLayout = () => import('./routes/client/settings-layout');
export const updateInfo = () => import('./routes/client/update-info');
export const security = () => import('./routes/client/security');
export const display = () => import('./routes/client/display');
export const bank = () => import('./routes/client/bank');
