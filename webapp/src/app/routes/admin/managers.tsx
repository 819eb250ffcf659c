export { ManagersPage as Component } from '@/features/managers/components/managers-page';
