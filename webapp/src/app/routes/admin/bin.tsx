export { BinPage as Component } from '@/features/bin/components/bin-page';
