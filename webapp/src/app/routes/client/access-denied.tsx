export { AccessDeniedPanel as Component } from '@/features/learner-auth/components/access-denied-panel';
