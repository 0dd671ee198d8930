import { describe, expect, it } from 'vitest';
import { dataflow } from '../../../../web/src/state/dataflow/graph';
import { runInWords, type Words } from '../../../../web/src/state/what-if/in-words';
import { makeModel, makeTokens } from '../../fixtures';

const model = makeModel({}, 4, 3);
const words: Words = {
  config: model.config,
  context: {
    graph: dataflow(model.config),
    tokens: makeTokens('the animal slept because it was tired'),
    vocabulary: model.vocabulary,
    heads: 4,
    dModel: 16,
  },
};

const said = (structure: string, ...changes: readonly string[]) =>
  runInWords({ structure, changes }, words);

describe('a run in words', () => {
  it('has none where it is the model’s own', () => {
    expect(said('')).toEqual([]);
  });

  it.each([
    ['positions=off', 'no positions'],
    ['scale=off', '÷ 1 instead of ÷ √4, in all layers'],
    ['scale@2=8', '÷ 8 instead of ÷ √4, in layer 3'],
    ['residual=off', 'no residual connection, in all layers'],
    ['residual@0=0.5', 'residual connection × 0.5, in layer 1'],
    ['norm=none', 'no LayerNorm'],
    ['activation=gelu', 'GELU instead of ReLU, in all layers'],
    ['activation@1=none', 'no activation, in layer 2'],
    ['mask=causal', 'a causal mask: no word sees a later one'],
    ['mask=padding', '[PAD] hidden by a mask'],
    ['layer@1=off', 'layer 2 skipped'],
    ['softmax@1=columns', 'softmax over columns, in layer 2'],
    ['output=off', 'without W_O, in all layers'],
  ])('says %s', (structure, text) => {
    expect(said(structure)).toEqual([text]);
  });

  it.each([
    ['layers.2.attention.heads[:,4:8]=0', 'head 2 muted, in layer 3'],
    ['layers.2.attention.heads[:,4:8]*=2', 'head 2 × 2, in layer 3'],
    ['layers.0.feedForward.output=0', 'no feed-forward network, in layer 1'],
    ['layers.1.attention.output*=-1', 'attention part × −1, in layer 2'],
    ['layers.1.attention.scores*=0.25', 'score × 0.25, in layer 2'],
    ['layers.1.attention.query+=1', 'query of every word + 1, in layer 2'],
    [
      'layers.2.attention.weights[1,4,1]=0',
      'weight of “animal” for “it” set to 0, layer 3 · head 2',
    ],
    ['layers.2.attention.weights[1,4,:]=0', 'every weight for “it” set to 0, layer 3 · head 2'],
    ['embedding.output[4,2]=1.5', '“it” as it enters layer 1 set to 1.5, number 3'],
    ['layers.1.feedForward.norm[4,:]=other', '“it”, after layer 2, copied from the other sentence'],
    [
      'layers.1.attention.heads[1,4:8]=other',
      '“animal”, head 2 of layer 2, copied from the other sentence',
    ],
  ])('says %s', (change, text) => {
    expect(said('', change)).toEqual([text]);
  });

  it('names what it does not know as it stands', () => {
    const strange = ['nonsense', 'layers.9.attention.weights[0,1,2:4]=0', 'norm[0', 'a=b'];
    expect(said('colour=red,scale=much,norm@1=none', ...strange)).toEqual([
      'colour=red',
      'scale=much',
      'norm@1=none',
      ...strange,
    ]);
    const before = runInWords({ structure: 'scale=off', changes: ['output=0'] }, null);
    expect(before).toEqual(['scale=off', 'output=0']);
  });

  it('says once what is the same in several layers', () => {
    const off = [0, 1, 2].map((layer) => `layers.${layer}.feedForward.output=0`);
    expect(said('', ...off)).toEqual(['no feed-forward network, in all layers']);
    expect(said('', ...off.slice(1))).toEqual(['no feed-forward network, in layers 2 and 3']);
    expect(said('positions=off', 'output=0')).toEqual([
      'no positions',
      'final vector of every word set to 0',
    ]);
  });
});
