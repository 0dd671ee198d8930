import 'fovea';
import type {} from 'fovea/react';
import { useState } from 'react';
import { createRoot } from 'react-dom/client';

function Layers() {
  const [layer, setLayer] = useState<number>();
  return (
    <fovea-encoder
      token="it"
      layer={layer}
      onfovea-change={({ detail }) => setLayer(Number(detail.layer))}
    />
  );
}

function Post() {
  return (
    <main>
      <fovea-encoder
        sentence="The animal didn't cross the street because it was too tired"
        token="it"
      />
      <p>Each arch is a weight of attention.</p>
      <Layers />
    </main>
  );
}

const place = document.querySelector('#app');
if (place) createRoot(place).render(<Post />);
