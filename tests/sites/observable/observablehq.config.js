export default { title: 'Posts', root: 'src', output: 'built' };
