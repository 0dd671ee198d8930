export default createFovea;
