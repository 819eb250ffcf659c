export { ImportPage as Component } from '@/features/users/components/import-page';
