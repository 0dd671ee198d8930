import type { LitElement, ReactiveController } from 'lit';
import { nearestLanguage } from '../render/surroundings';
import { saidInFilm, sceneAt } from '../state/film';
import type { State } from '../state/state';
import type { Store } from '../state/store';
import { spokenLanguage } from '../words/language';

/** Words a second that a voice speaks at rate 1, and the fastest rate that can be followed. */
const pace = { words: 2.5, fastest: 1.4 };

/** A voice that reads the page's language on this device: others would send the text elsewhere. */
const ownVoice = (): SpeechSynthesisVoice | undefined =>
  globalThis.speechSynthesis
    ?.getVoices()
    .find(({ localService, lang }) => localService && nearestLanguage(lang) === spokenLanguage());

/** Reads the film's captions aloud by the browser's own voice, once the reader has asked for it. */
export class Narrator implements ReactiveController {
  private readonly host: LitElement;
  private readonly store: Store;
  private unsubscribe: (() => void) | null = null;
  /** What is being said. */
  private line = '';

  constructor(host: LitElement, store: Store) {
    this.host = host;
    this.store = store;
    host.addController(this);
  }

  /** Whether this browser has a voice for it. */
  get voiced(): boolean {
    return ownVoice() !== undefined;
  }

  hostConnected(): void {
    this.unsubscribe = this.store.subscribe((state) => this.follow(state));
    globalThis.speechSynthesis?.addEventListener?.('voiceschanged', this.redraw);
  }

  hostDisconnected(): void {
    this.unsubscribe?.();
    globalThis.speechSynthesis?.removeEventListener?.('voiceschanged', this.redraw);
    this.say('', 1);
  }

  private readonly redraw = (): void => this.host.requestUpdate();

  /** A line for each scene; silence as soon as the film stands. */
  private follow(state: State): void {
    const { film, playing, voice, time } = state;
    const scene = sceneAt(time);
    if (film && playing && voice)
      this.say(saidInFilm(scene.id, state), scene.seconds / state.speed);
    else this.say('', 1);
  }

  private say(line: string, seconds: number): void {
    if (line === this.line) return;
    this.line = line;
    speechSynthesis.cancel();
    const voice = ownVoice();
    if (line === '' || !voice) return;
    const spoken = new SpeechSynthesisUtterance(line);
    spoken.voice = voice;
    spoken.lang = voice.lang;
    const rate = line.split(' ').length / (seconds * pace.words);
    spoken.rate = Math.min(pace.fastest, Math.max(1, rate));
    speechSynthesis.speak(spoken);
  }
}
