export * from '../state/format';
