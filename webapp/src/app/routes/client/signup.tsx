export { SignupForm as Component } from '@/features/learner-auth/components/signup-form';
