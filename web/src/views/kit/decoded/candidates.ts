import { html, type TemplateResult } from 'lit';
import type { DecodeStep } from '../../../relatives/protocol';
import { styled } from '../../../render/styled';
import { weight } from '../../../state/format';
import { moveFocus } from '../../../widgets/keys';
import { msg } from '../../../words/msg';
import type { Asking } from '../derivation';
import { asks } from '../derived';
import { namedWord, shownWord } from './words';

interface Candidates {
  readonly step: DecodeStep;
  readonly asking: Asking;
  /** Under which its probability can be asked why. */
  readonly key: (id: number) => string;
  /** Takes the word and goes on from there. */
  readonly take: (id: number) => void;
}

/** The likeliest words of a place as bars; each is a button that takes it. */
export const candidates = ({ step, asking, key, take }: Candidates): TemplateResult =>
  html`<ol class="candidates" aria-label=${msg`The likeliest words`} @keydown=${moveFocus}>
    ${step.next.map(
      ({ id, token, probability }, i) => html`<li class=${id === step.id ? 'taken' : ''}>
        <button type="button" class="take" data-stop tabindex=${i === 0 ? 0 : -1} aria-pressed=${id === step.id}
          aria-label=${msg`take ${namedWord(token)}, probability ${weight(probability)}`}
          @click=${() => take(id)}>${shownWord(token)}</button>
        <span class="bar" aria-hidden="true"><i style=${styled({ width: `${(probability * 100).toFixed(2)}%` })}></i></span>
        ${asks(asking, key(id), weight(probability), namedWord(token))}
      </li>`,
    )}
  </ol>`;
