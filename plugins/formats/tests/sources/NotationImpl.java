/*
 * Copyright (C) 1998, 1999 Example Laboratories, Inc. All rights reserved.
 */
package com.example.xml.dom;

import java.io.Serializable;
import org.w3c.dom.*;
import org.w3c.dom.Notation;

/**
 * A <b>notation</b> of a {@link DocumentType document type}, such as &lt;!NOTATION gif&gt;.
 * <p>See http://www.w3.org/TR/REC-xml for what it means.
 *
 * @author Kento Tamura &lt;kent@a.example&gt;
 * @author <a href="mailto:ada@a.example">Ada Lovelace</a>
 * @version 1.0
 */
@SuppressWarnings("unused")
public class NotationImpl<T extends Comparable<T>> extends ChildNode<T>
    implements org.w3c.dom.Notation, Comparable<NotationImpl>, Serializable {
  static final long serialVersionUID = 1L;
  private String name; // the name's "quoted" words

  /** @exception DOMException when the name is none */
  public NotationImpl(String name) throws DOMException, java.io.IOException {
    char quote = '"'; // a lone quotation mark
    String comment = "/* class Hidden extends Nothing { */";
  }

  /** @throws IllegalStateException never */
  @Override
  public final short getNodeType() { return NOTATION_NODE; }

  enum Kind implements Runnable { PUBLIC, SYSTEM; }

  interface Visitor extends Cloneable {
    java.util.List<String> visit(NotationImpl notation) throws VisitException;
  }
}
