import type { Meta } from '../../state/views';
import { later } from '../../words/msg';

export const meta = {
  title: later('A class'),
  question: later('What should my class do?'),
  answer: later(
    'Choose views, bugs, exercises and questions: one link, or a package for a learning platform.',
  ),
  group: later('Why is it built so?'),
  place: 1000,
  words:
    'teacher class student assignment homework hand in SCORM LMS Moodle worksheet Klasse Unterricht Lehrkraft Hausaufgabe Aufgaben abgeben',
  section: 'questions',
  bundle: 'class',
  hosts: ['practice', 'figures'],
  still: true,
  alone: true,
  ownTexts: true,
  of: 'text',
} satisfies Meta;
