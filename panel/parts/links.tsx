import { Anchor, type AnchorProps, Button, type ButtonProps } from '@mantine/core';
import { createLink } from '@tanstack/react-router';
import { type AnchorHTMLAttributes, forwardRef } from 'react';

type OfAnchor<Props> = Props & Omit<AnchorHTMLAttributes<HTMLAnchorElement>, keyof Props>;

/** A page of the panel behind a text. */
export const TextLink = createLink(
  forwardRef<HTMLAnchorElement, OfAnchor<AnchorProps>>(function TextLink(props, ref) {
    return <Anchor ref={ref} {...props} />;
  }),
);

/** A page of the panel behind a button. */
export const ButtonLink = createLink(
  forwardRef<HTMLAnchorElement, OfAnchor<ButtonProps>>(function ButtonLink(props, ref) {
    return <Button component="a" ref={ref} {...props} />;
  }),
);
