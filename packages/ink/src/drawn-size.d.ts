import { type Node as YogaNode } from 'yoga-layout';
export declare const drawnSize: (yogaNode: YogaNode) => {
    width: number;
    height: number;
};
