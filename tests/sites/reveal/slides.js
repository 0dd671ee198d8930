Reveal.initialize({
  // Keys that are pressed in a figure are the figure's.
  keyboardCondition: (event) => !event.target.closest('fovea-encoder'),
});
