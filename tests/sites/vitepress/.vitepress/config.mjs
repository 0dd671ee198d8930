export default {
  title: 'A handbook',
  appearance: 'force-dark',
  vue: { template: { compilerOptions: { isCustomElement: (tag) => tag === 'fovea-encoder' } } },
  head: [['script', { async: '', src: '/fovea.js' }]],
};
