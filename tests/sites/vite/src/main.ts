import 'fovea';

const figure = document.createElement('fovea-encoder');
figure.sentence = 'The cat ate because it was hungry';
figure.token = 'it';
figure.addEventListener('fovea-change', ({ detail }) => console.log(detail.layer));
document.querySelector('#app')?.append(figure, 'Each arch is a weight of attention.');
