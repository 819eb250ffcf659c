export { RecoveryFlow as Component } from '@/features/learner-auth/components/recovery-flow';
