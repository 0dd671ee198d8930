import { label } from '../../state/dataflow/label';
import { later } from '../../words/msg';
import { entry, ofKind, type Variant } from './entries';
import { rmsNorm, rrms } from './rms';

/** Norms that leave the mean where it is. */
export const rms: Variant = {
  applies: ({ norm_type }) => norm_type === 'rms_norm',
  rewrite: (config) => (each, all) => {
    const [name, { label: called }] = each;
    const { kind } = each[1].formula;
    if (kind === 'mean') return [];
    const of = name.replace(/\.(mean|rstd)$/, '');
    const norm = ofKind(all.get(of), 'norm');
    if (kind === 'rstd') {
      const x = each[1].formula.inputs[0] ?? '';
      const what =
        called.axes === 'token'
          ? later('1 ÷ root mean square of @’s numbers')
          : later('1 ÷ root mean square of all words');
      return [
        entry(
          `${of}.rrms`,
          rrms(x, config.layer_norm_eps, called.axes === 'token' ? 'model' : 'tokens'),
          label(what, '1/rms', called.role, { axes: called.axes }),
        ),
      ];
    }
    if (kind !== 'norm' || !norm) return [each];
    const { x, axis, inputs } = norm;
    return [
      entry(name, rmsNorm({ x, axis, rrms: `${name}.rrms`, gamma: inputs[3] ?? '' }), called),
    ];
  },
};
