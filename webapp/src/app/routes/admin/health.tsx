export { HealthPage as Component } from '@/features/health/components/health-page';
