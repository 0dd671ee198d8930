import { themeStyles } from '../render/theme.css';
import { viewStyles } from '../views/registry';
import { thumbnailStyles } from '../widgets/cells-canvas';
import { controlStyles } from '../widgets/controls';
import { dialogStyles } from '../widgets/dialogs';
import { embedStyles } from '../widgets/embed-dialog';
import { encoderMapStyles } from '../widgets/encoder-map.css';
import { filmStyles } from '../widgets/film-bar';
import { headPickerStyles } from '../widgets/head-picker';
import { ledgerStyles } from '../widgets/ledger';
import { legendStyles } from '../widgets/legend';
import { lossStyles } from '../widgets/loss-bar';
import { nearnessStyles } from '../widgets/nearness';
import { noticeStyles } from '../widgets/notices';
import { predictionStyles } from '../widgets/prediction';
import { sentenceEditorStyles } from '../widgets/sentence-editor';
import { switchesStyles } from '../widgets/switches';
import { timelineStyles } from '../widgets/timeline-bar.css';
import { tourStyles } from '../widgets/tour-panel.css';
import { placeMenuStyles, viewSwitchStyles } from '../widgets/view-switch';
import { foldStyles } from '../widgets/why-fold.css';
import { explorerStyles } from './explorer.css';
import { filmPageStyles } from './film-page';
import { findStyles } from './find/find-dialog';
import { lessonStyles } from './lesson-page';
import { openingPageStyles } from './opening.css';
import { openingStyles } from './opening-page';
import { recordedStripStyles } from './recorded-strip';

/** The styles of the whole page: of its parts, then of where they stand. */
export const pageStyles = [
  themeStyles,
  controlStyles,
  placeMenuStyles,
  sentenceEditorStyles,
  predictionStyles,
  nearnessStyles,
  headPickerStyles,
  encoderMapStyles,
  thumbnailStyles,
  legendStyles,
  noticeStyles,
  ledgerStyles,
  lossStyles,
  switchesStyles,
  dialogStyles,
  findStyles,
  embedStyles,
  timelineStyles,
  filmStyles,
  viewSwitchStyles,
  tourStyles,
  ...foldStyles,
  ...viewStyles,
  openingStyles,
  explorerStyles,
  lessonStyles,
  openingPageStyles,
  filmPageStyles,
  recordedStripStyles,
];
