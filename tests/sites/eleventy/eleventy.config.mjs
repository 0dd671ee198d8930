export default function (config) {
  config.addPassthroughCopy('fovea.js');
}
