import LearnWorker from './learn/worker?worker&inline';

globalThis.foveaLearn ??= () => new LearnWorker();
