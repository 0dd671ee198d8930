export default { outDir: 'built' };
