import vue from '@vitejs/plugin-vue';

const isCustomElement = (tag) => tag === 'fovea-encoder';

export default { plugins: [vue({ template: { compilerOptions: { isCustomElement } } })] };
